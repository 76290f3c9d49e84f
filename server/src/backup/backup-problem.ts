/** Something the operator must know: a file that is none of ours, is cut off, or must not be overwritten. */
export class BackupProblem extends Error {}
