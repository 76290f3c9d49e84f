/** An answer that is a file rather than JSON. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /** What is shown to everybody is of a type that can be no page, and never changes under its address. */
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

/** A file as it came: neither its name nor its type is to be believed. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Content-Disposition that makes browsers save and never show; safe for any name. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.\- ]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/gu,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
