/**
 * The types of bidi-js: Node's type stripping loads this file as written, unlike the package's own.
 */
declare module 'bidi-js/dist/bidi.mjs' {
  export default function bidiFactory(): import('bidi-js').Bidi;
}
