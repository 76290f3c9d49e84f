/** What the types of libraries do not say of them. */

/** As `bidi-js` types it; Node loads this file as they are written, and the package's own not. */
declare module 'bidi-js/dist/bidi.mjs' {
  export default function bidiFactory(): import('bidi-js').Bidi;
}

declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** A font that was read before, and lays out its letters itself. */
    registerFont(
      name: string,
      font: { readonly layout: (text: string, features?: readonly string[]) => object },
    ): this;
  }
}
