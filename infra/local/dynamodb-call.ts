/** An error answer of DynamoDB; `name` is the type without its namespace, such as ResourceNotFoundException. */
export class DynamoDbError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

/**
 * One call to a local DynamoDB endpoint. The SDK would do it too, but loading it would cost every start
 * more than all the calls. The signature is not checked locally, it only has to be there.
 */
export function callDynamoDb<T>(endpoint: string, operation: string, input: object): Promise<T> {
  return call(endpoint, `DynamoDB_20120810.${operation}`, input);
}

/** The same for the other API of that endpoint, DynamoDB Streams. */
export function callDynamoDbStreams<T>(endpoint: string, operation: string, input: object): Promise<T> {
  return call(endpoint, `DynamoDBStreams_20120810.${operation}`, input);
}

async function call<T>(endpoint: string, target: string, input: object): Promise<T> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      'x-amz-date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as T & { __type?: string; message?: string; Message?: string };
  if (response.ok) return answer;
  const name = answer.__type?.replace(/.*#/, '') ?? `Status${response.status}`;
  throw new DynamoDbError(name, answer.message ?? answer.Message ?? name);
}
