/** How far an act is, in memory that the thread that acts and the one that asked for it both see. */
export const ACT_STATE = {
  wanted: 0,
  /** Nothing is sent any more. */
  givenUp: 1,
  /** The program may have it. */
  sent: 2,
} as const;
