// Limits connections to what the system allows, since each needs a file descriptor, as do files, the database and
// outgoing requests.
import process from 'node:process';

interface Report {
  userLimits?: { open_files?: { soft: number | 'unlimited' } };
}

/** Beyond the system's limit, libuv closes connections without notice. */
export function limitConnections(wanted: number, openFiles = openFilesLimit()): number {
  const others = Math.min(256, Math.floor(openFiles / 4));
  return Math.max(1, Math.min(wanted, openFiles - others));
}

function openFilesLimit(): number {
  // Without this option, the report would look up the names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
