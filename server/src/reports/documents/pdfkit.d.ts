/** What the types of PDFKit do not say of it. */
declare namespace PDFKit.Mixins {
  interface PDFFont {
    /** A font that was read before, and lays out its letters itself. */
    registerFont(
      name: string,
      font: { readonly layout: (text: string, features?: readonly string[]) => object },
    ): this;
  }
}
