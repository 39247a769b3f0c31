/** In the place of a slug in paths that the gateway is asked for: the portal whose host it is. No portal has it. */
export const HOST_SLUG = '-';

/** Whether a path was short where it was asked for (host-addresses.ts). */
export const isShort = (path: string): boolean => path.startsWith(`/portals/${HOST_SLUG}/`);
