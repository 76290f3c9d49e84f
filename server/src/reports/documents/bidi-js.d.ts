/**
 * Declares the types of bidi-js for its file dist/bidi.mjs, which the package's own types do not
 * cover.
 */
declare module 'bidi-js/dist/bidi.mjs' {
  export default function bidiFactory(): import('bidi-js').Bidi;
}
