import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { FORM_NONCE_FIELD } from './form-nonce-view.ts';

/** What a form is known by when it is sent again. */
export const newFormNonce = ({ services }: WebCall): string => services.randomBytes(16).toString('base64url');

/** The nonce of a form, for another form with the same contents. */
export const sameFormNonce = (form: Form): string => form[FORM_NONCE_FIELD] ?? '';
