/**
 * An error response of a service; `name` is the type without its namespace, such as
 * ResourceNotFoundException.
 */
export class AwsError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/** The service and operation to call: `target` as in the header x-amz-target. */
type AwsCall = { service: string; target: string; region?: string; signal?: AbortSignal };

/**
 * Calls a local endpoint with the protocol AWS JSON 1.0. The SDK could do it, but loading it would cost every
 * start more time than all the calls. The signature is not verified locally, but must be present.
 */
export async function callAws<T>(
  endpoint: string,
  { service, target, region = 'us-east-1', signal }: AwsCall,
  input: object,
): Promise<T> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
      authorization:
        `AWS4-HMAC-SHA256 Credential=local/20260101/${region}/${service}/aws4_request, ` +
        'SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
    signal: signal ?? null,
  });
  const answer = (await response.json()) as T & { __type?: string; message?: string; Message?: string };
  if (response.ok) return answer;
  const name = answer.__type?.replace(/.*#/, '') ?? `Status${response.status}`;
  throw new AwsError(name, answer.message ?? answer.Message ?? name);
}
