/** The size of pictures for link previews that networks ask for, in pixels. */
export const SOCIAL_SIZE = { width: 1_200, height: 630 } as const;
