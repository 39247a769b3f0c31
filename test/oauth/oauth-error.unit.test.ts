import { expect, test } from 'vitest';
import { OAuthError, oauthErrorResponse } from '../../shared/pages/oauth/oauth-error.ts';

test.each(['say "name"', 'C:\\path', 'Zürich → 東京', 'two\nlines\u0000'])(
  'the description of an error has the characters of RFC 6749, section 5.2: %j',
  (text) => {
    const { body } = oauthErrorResponse(new OAuthError('invalid_request', text));
    const { error_description: description } = JSON.parse(body as string);
    expect(description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  },
);
