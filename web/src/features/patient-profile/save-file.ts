/** Saves a text as a file through the browser. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The URL is revoked with a delay, because some browsers start to read it only later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
