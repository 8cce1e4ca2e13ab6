export default function forgeAgent(): void {}
