/**
 * Where a Worker's code lies: beside its starter in the source tree, or, when everything has been bundled into one file,
 * in the folder `workers/` beside that file. The program is the only judge of which of the two it is.
 *
 * @param starterUrl `import.meta.url` of the module that starts the Worker
 * @param sourcePath the entry relative to that module, in the source tree
 * @param bundleName the entry's name among the bundles, without extension
 */
export function workerEntry(starterUrl: string, sourcePath: string, bundleName: string): URL {
  return new URL(starterUrl.endsWith(".ts") ? sourcePath : `./workers/${bundleName}.js`, starterUrl);
}
