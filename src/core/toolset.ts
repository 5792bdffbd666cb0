/** The groups that tools belong to: a server may list some of them only. */
export const TOOLSETS = ["core", "ui", "packs", "pipeline"] as const;

/** One of {@link TOOLSETS}. */
export type Toolset = typeof TOOLSETS[number];
