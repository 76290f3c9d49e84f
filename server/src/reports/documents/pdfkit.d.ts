/** Types that PDFKit's own declarations lack. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** Registers a font that was loaded before and shapes its text itself. */
    registerFont(
      name: string,
      font: { readonly layout: (text: string, features?: readonly string[]) => object },
    ): this;
  }
}
