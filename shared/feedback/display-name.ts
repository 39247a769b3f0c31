/** What looks like an e-mail address, also with spaces or words around its sign. */
const ADDRESS = /[^\s@<>()[\]"',;:]+\s?(?:@|\(at\)|\[at\])\s?[^\s@<>()[\]"',;:]+\.[\p{L}\p{N}-]{2,}/giu;

/** A person's name as the public sees it; one that is an e-mail address is not shown. */
export const displayName = (name: string): string => name.replaceAll(ADDRESS, '').trim() || 'Someone';

/** A visitor's text without the e-mail addresses in it, which harvesters would read. */
export const withoutAddresses = (text: string): string => text.replaceAll(ADDRESS, '[address removed]');
