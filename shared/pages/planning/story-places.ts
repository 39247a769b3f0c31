/** The place where a page says that a story is saved: people go on from there. */
export const SAVED = 'saved';
/** The places of its parts. */
export const SUB_STORIES = 'sub-stories';
export const RELATIONS = 'relations';
export const LINKS = 'links';
export const FILES = 'files';
