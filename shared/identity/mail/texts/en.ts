/** The texts of mails. Names and what people wrote are placeholders; `{count}` selects a plural form. */
export const texts = {
  'mail.preferences': 'Email settings and unsubscribe',
  'invitation.title': '{name} invited you to {workspace}',
  'invitation.text': '{workspace} plans its work with Plotline. Sign in as {email} to join it or to decline.',
  'invitation.action': 'See the invitation',
  'invitation.footer':
    'You get this because {name} added your address to {workspace}. If you did not expect it, you can ignore it.',
} as const;
