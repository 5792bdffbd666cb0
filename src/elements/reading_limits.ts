/** As much as one call may read: what is larger is read in parts. */
export const MOST_READ = { depth: 30, nodes: 5_000 } as const;
