using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;

namespace DbIngest.Wire.Tests.Tds;

/// <summary>
/// The mock of their protocol that SQL Server's makers have published, as a process: it knows nothing of our endpoint.
/// </summary>
internal sealed class TdsMock : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(20);

    private readonly Process _process;
    private readonly string _folder = Directory.CreateTempSubdirectory("dbingest-tds-mock-").FullName;

    public TdsMock(string mode, X509Certificate2? certificate, params string[] more)
    {
        Port = FreePort();
        string[] tls = [];
        if (certificate is not null)
        {
            string cert = Path.Combine(_folder, "cert.pem");
            string key = Path.Combine(_folder, "key.pem");
            File.WriteAllText(cert, certificate.ExportCertificatePem());
            using var rsa = certificate.GetRSAPrivateKey()!;
            File.WriteAllText(key, rsa.ExportPkcs8PrivateKeyPem());
            tls = ["--cert", cert, "--key", key];
        }

        _process = Process.Start(new ProcessStartInfo(
            Program!,
            ["--host", "127.0.0.1", "--port", Port.ToString(CultureInfo.InvariantCulture), "--tls-mode", mode, .. tls, .. more])
        {
            UseShellExecute = false,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        _process.OutputDataReceived += (_, _) => { };
        _process.ErrorDataReceived += (_, _) => { };
        _process.BeginOutputReadLine();
        _process.BeginErrorReadLine();
        AwaitPort();
    }

    /// <summary>The program; null when it is not beside the repository.</summary>
    public static string? Program { get; } = Find();

    public int Port { get; }

    /// <summary>Why it is missing; null when it is there.</summary>
    public static string? Missing => Program is null
        ? "The vendor's mock is not beside the repository (../shared/servers/tds-mock)." : null;

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private static string? Find()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "DbIngest.sln")))
            {
                string file = Path.GetFullPath(
                    Path.Combine(folder.FullName, "..", "shared", "servers", "tds-mock", "mssql-mock-tds"));
                return File.Exists(file) ? file : null;
            }
        }

        return null;
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }

    private void AwaitPort()
    {
        var watch = Stopwatch.StartNew();
        while (true)
        {
            using var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            try
            {
                socket.Connect(IPAddress.Loopback, Port);
                return;
            }
            catch (SocketException) when (watch.Elapsed < Patience && !_process.HasExited)
            {
                Thread.Sleep(20);
            }
        }
    }
}
