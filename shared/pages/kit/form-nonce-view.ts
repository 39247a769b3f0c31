import { html, type Html } from '../../kernel/html/html.ts';

/** The name of the field that identifies repeated submissions. */
export const FORM_NONCE_FIELD = 'once';

/** The hidden field that identifies repeated submissions. */
export const formNonceField = (nonce: string): Html =>
  html`<input type="hidden" name="${FORM_NONCE_FIELD}" value="${nonce}" />`;
