using System.Security.Cryptography.X509Certificates;
using DbIngest.Core.Results;
using DbIngest.Tds.Endpoint;
using DbIngest.Wire.Tests.Tds;

namespace DbIngest.Runner.Tests.Cli;

/// <summary>SQL Server from the command line, against the endpoint that speaks its protocol.</summary>
public sealed class SqlServerTests
{
    private const string Password = "S3cret-of-tests";
    private const string PasswordFile = "--password-file=password";

    private static readonly string[] Sweep =
        ["--db=sqlserver", "--client=wire,driver", "--records=500", "--sources=5+3", "--batch=100", "--trials=3", "--warmup=1"];

    // One trial, in a process of its own for each of two sources.
    private static readonly string[] One = ["--records=500", "--sources=1+1", "--batch=100", "--trials=1", "--warmup=0"];

    [Fact]
    [Trait("Suite", "Slow")]
    [Needs("icu")]
    public void Run_BothClientsInTwoProcesses_IsKilledAndResumedToTheEnd()
    {
        using var endpoint = Start();
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password).With("LANG", "de_DE.UTF-8");
        string[] at = ["--endpoint", At(endpoint)];
        using (var command = folder.Start([.. Sweep, .. at, "--verbose"]))
        {
            command.WaitForError("\ningest\n", times: 3);
            command.Signal("KILL");
            command.Wait();
        }

        // The command says nothing of the database.
        folder.Expect(ExitCode.Done, "--resume", folder.Result);

        folder.Trials.Count.ShouldBe(6);
        folder.Trials.ShouldAllBe(t => t.Status == TrialStatus.Complete);
        folder.Trials.Select(t => t.Id).ShouldBeUnique();
        endpoint.Catalog.Databases.ShouldBe(["master", "model", "tempdb"], ignoreOrder: true, "what the run created is dropped");
        foreach (string left in Directory.EnumerateFiles(folder.Result))
        {
            File.ReadAllText(left).ShouldNotContain(Password, Case.Insensitive, left);
        }

        File.ReadAllText(Path.Combine(folder.Result, "report.html")).ShouldContain("prior written approval");
    }

    [Theory]
    [Trait("Suite", "Slow")]
    [InlineData(TlsMode.Optional, "localhost", "encrypt=true", "1+1")]
    [InlineData(TlsMode.Strict, "localhost", "encrypt=strict", "1")]
    [InlineData(TlsMode.Strict, "elsewhere.example", "encrypt=strict&tls_name=elsewhere.example", "1")]
    [Needs("icu")]
    public void Run_CertificateOfTheMachinesAuthorities_IsTrustedByBothClients(
        TlsMode mode, string name, string options, string sources)
    {
        using var certificate = TdsCertificates.Make(name);
        using var endpoint = Start(mode, certificate);
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password);
        folder.With("SSL_CERT_FILE", folder.File("authority.pem"));
        File.WriteAllText(folder.File("authority.pem"), certificate.ExportCertificatePem());

        folder.Expect(
            ExitCode.Done,
            ["--db=sqlserver", "--client=wire,driver", .. One[..1], "--sources", sources, .. One[2..], "--endpoint",
                FormattableString.Invariant($"localhost,{endpoint.Port}?{options}")]);

        folder.Trials.Count.ShouldBe(2);
    }

    [Fact]
    [Trait("Suite", "Slow")]
    [Needs("icu")]
    public void Run_DriverOfAnyDatabase_HasCultures()
    {
        using var endpoint = Start();
        using var folder = new CommandFolder().With("DBINGEST_ADO_PASSWORD", Password);
        endpoint.Catalog.Create("dbingest");

        folder.Expect(
            ExitCode.Done,
            ["--db=ado", .. One, "--endpoint", FormattableString.Invariant(
                $"Data Source=127.0.0.1,{endpoint.Port};Initial Catalog=dbingest;User ID=sa;Encrypt=False;Pooling=False?provider=Microsoft.Data.SqlClient&dialect=sqlserver&way=bulkcopy")]);
    }

    /// <summary>Two processes add the values beside their lanes, at a rate that makes the trial last on any machine.</summary>
    [Fact]
    [Trait("Suite", "Slow")]
    [Needs("icu")]
    public void Run_ValuesAddedMeanwhile_IsCompleteByBothClients()
    {
        using var endpoint = Start();
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password);

        folder.Expect(ExitCode.Done, "--db=sqlserver", "--client=wire,driver", "--records=1M", "--duration=2.5", "--rate=4000",
            "--batch=50", "--sources=1+2", "--in-flight=2", "--warmup=0", "--trials=1", "--allow-busy", "--add-values=2@0.5s",
            "--endpoint", At(endpoint));

        folder.Trials.Count.ShouldBe(2);
        foreach (var trial in folder.Trials)
        {
            trial.Status.ShouldBe(TrialStatus.Complete);
            trial.Addition!.TookS!.Value.ShouldBeGreaterThan(0);
            trial.Addition.Records.ShouldBeInRange(1, trial.AcknowledgedRecords - 1);
        }
    }

    [Fact]
    public void Run_WithoutCultures_WireWorksAndTheDriverSaysWhatIsMissing()
    {
        using var endpoint = Start();
        using var folder = new CommandFolder().With("DBINGEST_SQLSERVER_PASSWORD", Password)
            .With("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
        string[] at = ["--endpoint", At(endpoint)];

        folder.Expect(ExitCode.Done, ["--db=sqlserver", "--client=wire", .. One, .. at]);
        folder.Expect(ExitCode.Unreachable, ["--db=sqlserver", .. One, .. at]).Error
            .ShouldContain("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 starts this process without cultures");
    }

    [Fact]
    public void Run_PortClosed_IsUnreachable()
    {
        using var folder = WithPasswordFile();

        var result = folder.Expect(ExitCode.Unreachable,
            ["--db=sqlserver", "--client=wire", .. CommandFolder.Small, "--endpoint=127.0.0.1,1", PasswordFile]);

        result.Error.ShouldContain("127.0.0.1");
    }

    [Fact]
    public void Run_ServerThatCutsAConnection_IsIncompleteAndGoesOn()
    {
        using var endpoint = Start();

        // The first batch of the first trial is lost: nothing waits for a moment in the trial.
        endpoint.Arm(Fault.CutBeforeCommit);
        using var folder = WithPasswordFile();

        folder.Expect(
            ExitCode.PointsMissing,
            ["--db=sqlserver", "--client=wire", "--records=20k", "--batch=100", "--sources=2", "--trials=2", "--warmup=0",
                "--rehearsal=0", "--retries=0", "--endpoint", At(endpoint), PasswordFile]);

        folder.Trials[0].Status.ShouldBe(TrialStatus.Incomplete);
        folder.Trials[1].Status.ShouldBe(TrialStatus.Complete);
    }

    /// <summary>A folder whose commands need no variable, and so no process: our own client needs no cultures either.</summary>
    private static CommandFolder WithPasswordFile()
    {
        var folder = new CommandFolder();
        File.WriteAllText(folder.File("password"), Password);
        return folder;
    }

    private static TdsEndpoint Start(TlsMode tls = TlsMode.None, X509Certificate2? certificate = null) => new(new EndpointOptions
    {
        Tls = tls,
        Certificate = certificate,
        Passwords = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase) { ["sa"] = Password },
    });

    private static string At(TdsEndpoint endpoint) => FormattableString.Invariant($"127.0.0.1,{endpoint.Port}?encrypt=false");
}
