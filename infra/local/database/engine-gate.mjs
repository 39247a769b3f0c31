/**
 * Passes what arrives at a socket on to the engine, from within the network that only the two of them are in. Ends with
 * the engine, its parent. Plain JavaScript: types would load Node's compiler, for 11 MB in a process that copies bytes.
 */
import { rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';

const PARENT_CHECK_MS = 250;

const [, , path, port, engineId] = process.argv;
const endWithEngine = () => process.ppid !== Number(engineId) && process.exit();
endWithEngine();
setInterval(endWithEngine, PARENT_CHECK_MS);

// That of an engine before this one.
rmSync(path, { force: true });
createServer({ noDelay: true }, (outside) => {
  const engine = connect({ port: Number(port), host: '127.0.0.1', noDelay: true });
  outside.on('error', () => engine.destroy());
  engine.on('error', () => outside.destroy());
  outside.pipe(engine).pipe(outside);
}).listen(path);
