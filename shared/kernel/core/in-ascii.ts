/** An address as HTTP sends it: percent-encoded where it is not yet. */
export const inAscii = (address: string): string =>
  address.replaceAll(/[^\x20-\x7e]+/g, (text) => encodeURIComponent(text));
