using System.Diagnostics;
using System.Globalization;

namespace DbIngest.Service.Tests;

/// <summary>The program <c>dbingest serve</c>, started on a free port. It listens when the constructor returns.</summary>
internal sealed class ServeProgram
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly Task<string> _said;

    /// <param name="options">Its options, without <c>--listen</c>.</param>
    public ServeProgram(params IEnumerable<string> options)
    {
        var start = new ProcessStartInfo(Environment.ProcessPath is { } host && Path.GetFileNameWithoutExtension(host) == "dotnet"
            ? host : "dotnet",
            [Path.Combine(AppContext.BaseDirectory, "dbingest.dll"), "serve", "--listen", "127.0.0.1:0", .. options])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        Process = Process.Start(start)!;
        _said = Process.StandardError.ReadToEndAsync();
        string line = Process.StandardOutput.ReadLineAsync().WaitAsync(Patience).GetAwaiter().GetResult()
            ?? throw new InvalidOperationException(_said.GetAwaiter().GetResult());
        Address = line[line.IndexOf("http", StringComparison.Ordinal)..];
    }

    public Process Process { get; }

    public string Address { get; }

    /// <summary>Ends it by SIGTERM.</summary>
    /// <returns>What it said on standard error.</returns>
    public async Task<string> End()
    {
        using (var kill = Process.Start("kill", ["-TERM", Process.Id.ToString(CultureInfo.InvariantCulture)]))
        {
            await kill.WaitForExitAsync();
        }

        await Process.WaitForExitAsync().WaitAsync(Patience);
        Process.ExitCode.ShouldBe(0);
        return await _said;
    }
}
