<#
.SYNOPSIS
Builds dist\casement.exe on Windows: the exe to give to others.

.DESCRIPTION
Compiles with Deno's official runtime, sets icon and version information (both done by `deno task compile`), signs the exe
where a certificate is given, and writes its SHA-256 beside it.

.PARAMETER CertificateThumbprint
Thumbprint of a code-signing certificate in the current user's store. Without it the exe is not signed.

.PARAMETER TimestampServer
Address of the time-stamping service for the signature.

.EXAMPLE
./build.ps1 -CertificateThumbprint 0123456789ABCDEF0123456789ABCDEF01234567
#>
[CmdletBinding()]
param(
    [string] $CertificateThumbprint,
    [string] $TimestampServer = 'http://timestamp.digicert.com'
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
Set-Location -LiteralPath $PSScriptRoot

if (-not (Get-Command deno -ErrorAction SilentlyContinue)) {
    throw 'Deno is missing: install version 2.7 or newer (https://deno.com) and run this again.'
}

deno task compile
if ($LASTEXITCODE -ne 0) { throw "deno task compile ended with code $LASTEXITCODE" }

$exe = Join-Path $PSScriptRoot 'dist\casement.exe'

if ($CertificateThumbprint) {
    $certificate = Get-Item -LiteralPath "Cert:\CurrentUser\My\$CertificateThumbprint"
    $signature = Set-AuthenticodeSignature -LiteralPath $exe -Certificate $certificate -HashAlgorithm SHA256 `
        -TimestampServer $TimestampServer
    if ($signature.Status -ne 'Valid') { throw "The signature is not valid: $($signature.StatusMessage)" }
}

$version = & $exe --version
if ($LASTEXITCODE -ne 0) { throw 'The built exe does not start' }

$hash = (Get-FileHash -LiteralPath $exe -Algorithm SHA256).Hash.ToLowerInvariant()
Set-Content -LiteralPath "$exe.sha256" -Value "$hash  casement.exe" -Encoding ascii
Write-Output "$version, $((Get-Item -LiteralPath $exe).Length) bytes, SHA-256 $hash"
