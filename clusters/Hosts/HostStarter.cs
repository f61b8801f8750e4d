using System.Diagnostics;

namespace DbIngest.Clusters.Hosts;

/// <summary>
/// Builds the command that runs another command on a machine, in a container or in a pod, for example <c>ssh HOST COMMAND</c>.
/// <see cref="HostShell"/> calls it for every script that does not run on this machine directly. The built command must pass
/// standard input and output through.
/// </summary>
/// <param name="host">The machine, as the deployment file names it.</param>
/// <param name="command">Program and arguments to run there.</param>
/// <returns>The process to start on this machine.</returns>
public delegate ProcessStartInfo HostStarter(string host, IReadOnlyList<string> command);
