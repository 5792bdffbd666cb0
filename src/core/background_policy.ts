/** Whether a tool can work without the foreground: `safe` always, `bestEffort` mostly, `foregroundRequired` never. */
export type BackgroundPolicy = "safe" | "bestEffort" | "foregroundRequired";
