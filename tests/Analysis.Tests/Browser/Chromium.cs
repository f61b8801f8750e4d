using System.Diagnostics;

namespace DbIngest.Analysis.Tests.Browser;

/// <summary>A headless Chromium of the machine's own, started once for all tests of a class.</summary>
public sealed class Chromium : IAsyncLifetime
{
    private static readonly string[] Names = ["chromium", "chromium-browser", "google-chrome"];

    private readonly string _profile = Directory.CreateTempSubdirectory("dbingest-chromium-").FullName;
    private Process? _process;

    /// <summary>The program on the <c>PATH</c>; null when there is none.</summary>
    internal static string? Program { get; } = Names.Select(SearchPath.Find).FirstOrDefault(path => path is not null);

    internal Uri? Address { get; private set; }

    public async Task InitializeAsync()
    {
        _process = Process.Start(new ProcessStartInfo(Program!)
        {
            // In a container there is no room for the sandbox, and the page is our own.
            ArgumentList =
            {
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                    "--disable-extensions",
                "--disable-background-networking", "--hide-scrollbars", "--remote-debugging-port=0", "--user-data-dir="
                    + _profile, "about:blank",
            },
            UseShellExecute = false,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        })!;
        _process.ErrorDataReceived += (_, _) => { };
        _process.OutputDataReceived += (_, _) => { };
        _process.BeginErrorReadLine();
        _process.BeginOutputReadLine();
        string file = Path.Combine(_profile, "DevToolsActivePort");
        long started = TimeProvider.System.GetTimestamp();
        string[] lines = [];
        while (lines.Length < 2)
        {
            (TimeProvider.System.GetElapsedTime(started) < TimeSpan.FromSeconds(90))
                .ShouldBeTrue("Chromium must say where it listens");
            await Task.Delay(50);
            lines = File.Exists(file) ? await File.ReadAllLinesAsync(file) : [];
        }

        Address = new Uri($"ws://127.0.0.1:{lines[0]}{lines[1]}");
    }

    public async Task DisposeAsync()
    {
        if (_process is not null)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync();
            _process.Dispose();
        }

        // Its helpers may still be ending and writing into the profile.
        for (int attempt = 0; attempt < 50 && Directory.Exists(_profile); attempt++)
        {
            try
            {
                Directory.Delete(_profile, recursive: true);
            }
            catch (IOException)
            {
                await Task.Delay(100);
            }
        }
    }
}
