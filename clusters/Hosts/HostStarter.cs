using System.Diagnostics;

namespace DbIngest.Clusters.Hosts;

/// <summary>How a command is started on another machine: by what reaches it already, such as ssh. It hands on standard input and output.</summary>
/// <param name="host">The machine.</param>
/// <param name="command">The program and its arguments.</param>
/// <returns>What to start here.</returns>
public delegate ProcessStartInfo HostStarter(string host, IReadOnlyList<string> command);
