/** Where the content of a page begins; the skip link leads here. */
export const contentId = 'content';
