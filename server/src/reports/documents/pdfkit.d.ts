/** Types that PDFKit's own declarations lack. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** Registers a font that was read before, with its own shaping. */
    registerFont(
      name: string,
      font: { readonly layout: (text: string, features?: readonly string[]) => object },
    ): this;
  }
}
