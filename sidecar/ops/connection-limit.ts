// Limits connections to what the system allows: each needs a descriptor, and so do files, the store and outgoing
// requests.
import process from 'node:process';

interface Report {
  userLimits?: { open_files?: { soft: number | 'unlimited' } };
}

/** Beyond the limit, connections are closed by libuv without a word to the program. */
export function limitConnections(wanted: number, openFiles = openFilesLimit()): number {
  const others = Math.min(256, Math.floor(openFiles / 4));
  return Math.max(1, Math.min(wanted, openFiles - others));
}

function openFilesLimit(): number {
  // It would look up the names of all peers.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Infinity;
}
