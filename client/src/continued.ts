/**
 * The input of a list's next page. In the feed of changes, a cursor replaces `since`, which is where the first page began.
 */
export function continued<I extends object>(input: I, id: string, cursor: string): I & { cursor: string } {
  return { ...input, ...(id === 'listChanges' && { since: undefined }), cursor };
}
