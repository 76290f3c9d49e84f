/** Saves a text as a file through the browser. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Delayed, because some browsers start reading it only after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
