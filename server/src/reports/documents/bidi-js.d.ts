/** As bidi-js types it: Node loads this file as the types are written, and the package's own not. */
declare module 'bidi-js/dist/bidi.mjs' {
  export default function bidiFactory(): import('bidi-js').Bidi;
}
