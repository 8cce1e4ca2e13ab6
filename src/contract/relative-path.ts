/** `.` or a normalised relative POSIX path: no leading slash, no backslash, no NUL, and no empty, `.` or `..` segment. */
export function isRelativePath(path: string): boolean {
  if (path === ".") return true;
  if (path.includes("\\") || path.includes("\0")) return false;
  return path.split("/").every((segment) => segment !== "" && segment !== "." && segment !== "..");
}
