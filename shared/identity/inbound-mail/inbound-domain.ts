/** The variable with the domain at which the environment receives mail; unset where it receives none. */
export const INBOUND_DOMAIN_VARIABLE = 'INBOUND_MAIL_DOMAIN';

/** The local part of an address, in small letters: their case does not count here. */
export const localPartOf = (address: string): string =>
  address.slice(0, address.lastIndexOf('@')).toLowerCase();
