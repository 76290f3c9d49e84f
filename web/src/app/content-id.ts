/** The id of a page's content, the target of the skip link. */
export const contentId = 'content';
