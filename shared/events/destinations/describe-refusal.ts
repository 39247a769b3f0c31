import type { Destination } from './destination.ts';
import { destinationKinds } from './destination-kinds.ts';

const DENIED = /AccessDenied|NotAuthorized|AuthorizationError/;
const THROTTLED = /Throttl|SlowDown|TooManyRequests|RequestLimitExceeded/;
const MISSING = /NonExistentQueue|QueueDoesNotExist|NoSuchBucket|ResourceNotFound/;
const ELSEWHERE = /PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraint/;

/** Why STS did not let Plotline assume the role, for an admin. */
export const describeUnassumed = (
  { roleArn, principalArn, externalId }: Destination,
  code: string,
): string =>
  DENIED.test(code)
    ? `AWS did not let Plotline assume ${roleArn} (${code}). Check that the role exists and that its trust policy allows sts:AssumeRole to ${principalArn} with the external id ${externalId}.`
    : `AWS did not let Plotline assume ${roleArn} (${code}).`;

/** Why AWS did not take an event, for an admin. Only codes of AWS are shown, not its messages. */
export function describeRefusal({ type, arn, roleArn, region }: Destination, code: string): string {
  const { action } = destinationKinds[type];
  if (code.startsWith('KMS'))
    return `AWS refused the key that encrypts ${arn} (${code}). Allow ${roleArn} to use kms:GenerateDataKey and kms:Decrypt with it.`;
  if (DENIED.test(code))
    return `AWS refused ${action} on ${arn} (${code}). Allow it in the policy of ${roleArn}, and in a policy of the resource if it has one.`;
  if (THROTTLED.test(code)) return `AWS throttled ${action} on ${arn} (${code}).`;
  if (MISSING.test(code)) return `${arn} does not exist (${code}).`;
  if (ELSEWHERE.test(code)) return `${arn} is not in ${region} (${code}). Set the region of the destination.`;
  return `AWS refused ${action} on ${arn} (${code}).`;
}
