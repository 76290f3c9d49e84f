/** Several test files in one process, one after the other; a group that test-groups.ts wrote calls it. */
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Of all tests of a file together; each of them is held to it as well. */
const limitMs = 600_000;

/** Each file is a suite: its hooks are its own, and its name, the file's path, is what reports know it by. */
export function shareProcess(files: readonly string[]): void {
  for (const file of files) {
    void describe(file, { timeout: limitMs }, async () => {
      await import(pathToFileURL(file).href);
    });
  }
}
