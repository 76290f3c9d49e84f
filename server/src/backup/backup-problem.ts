/** An error for the operator: a file that is not a backup, is cut off, or must not be overwritten. */
export class BackupProblem extends Error {}
