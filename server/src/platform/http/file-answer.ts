/** A response that is a file rather than JSON. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /**
   * Who may see the file. A file 'shown to everybody' is of a type that browsers cannot open as a
   * page, and never changes under its address.
   */
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

/** An uploaded file. Neither the file's name nor its type can be trusted. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * A Content-Disposition header that makes browsers save the file and never show it; safe for any
 * file name.
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.\- ]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
