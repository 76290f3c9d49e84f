/** An answer that is a file rather than JSON. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Public files have a type that cannot be a page, and never change under their address. */
  readonly use: 'kept by its reader' | 'shown to everybody';

  constructor(
    name: string,
    type: string,
    bytes: Uint8Array,
    use: FileAnswer['use'] = 'kept by its reader',
  ) {
    this.name = name;
    this.type = type;
    this.bytes = bytes;
    this.use = use;
  }
}

/** An uploaded file; neither its name nor its type can be trusted. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Frees the memory of a file at once, which nobody may read afterwards. Buffers would otherwise stay until the next
 * garbage collection, of a busy server up to 64 MB.
 */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // Small buffers share one allocation.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** A Content-Disposition that makes browsers save the file and never show it; safe for any name. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.\- ]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
