using System.Diagnostics;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.MySql;
using DbIngest.Targets.Servers;
using DbIngest.Targets.Tests.Servers;
using DbIngest.Wire.MySql;

namespace DbIngest.Targets.Tests.MySql;

/// <summary>A private server whose disk is full in the middle of a trial.</summary>
[Needs("mariadb")]
public sealed class MariaDbDiskTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dbingest-mariadb-disk-");

    private const int Records = 20_000;

    [Theory]
    [InlineData("load")]
    [InlineData("insert")]
    [Needs("mount")]
    public void Run_DiskFull_HasNoFigureAndTheNextTrialIsComplete(string way)
    {
        FullDisk.Run(new MariaDbDefinition(), $"?way={way}", Records);
    }

    /// <summary>A full disk is not written to again; with as little room as before, the table is made anew.</summary>
    [Fact]
    [Needs("mount")]
    public void Write_DiskFull_SaysTheRemedyAndTheTableCanBeMadeAnew()
    {
        using var disk = SmallDisk.Mount();
        using var target = new MariaDbDefinition()
            .Open(new TargetOptions { WorkFolder = disk.Path, RequestTimeout = TimeSpan.FromSeconds(60) });
        target.Prepare(Postgres.Samples.Table);
        disk.Fill(24 << 20);
        using (var writer = target.OpenWriter(0))
        {
            var error = Should.Throw<BatchWriteException>(() =>
            {
                for (int first = 0; ; first += 5000)
                {
                    writer.Write(Postgres.Samples.Batch(0, first, 5000));
                }
            });
            error.IsTransient.ShouldBeFalse();
            error.Message.ShouldContain("--work-folder");
        }

        disk.Fill(0);
        target.Prepare(Postgres.Samples.Table);

        using var next = target.OpenWriter(0);
        next.Write(Postgres.Samples.Batch(0, 0, 5000));
    }

    /// <summary>
    /// A table whose room dropping it does not give back: there is none for the next one, so the server is started without its
    /// data.
    /// </summary>
    [Fact]
    [Needs("mount")]
    public void Prepare_NoRoomForTheTable_StartsTheServerAnewWithoutItsData()
    {
        using var disk = SmallDisk.Mount();
        using var target = new MariaDbDefinition()
            .Open(new TargetOptions { WorkFolder = disk.Path, RequestTimeout = TimeSpan.FromSeconds(60) });
        target.Prepare(Postgres.Samples.Table);
        using (var writer = target.OpenWriter(0))
        {
            for (int first = 0; first < 200_000; first += 5000)
            {
                writer.Write(Postgres.Samples.Batch(0, first, 5000));
            }
        }

        target.Settle(CancellationToken.None);
        foreach (string file in Directory.GetFiles(disk.Path, "records.*", SearchOption.AllDirectories))
        {
            Link(file);
        }

        int process = target.ServerProcesses().ShouldHaveSingleItem();
        disk.Fill(0);

        target.Prepare(Postgres.Samples.Table);

        target.ServerProcesses().ShouldHaveSingleItem().ShouldNotBe(process);
        using var next = target.OpenWriter(0);
        next.Write(Postgres.Samples.Batch(0, 0, 5000));
    }

    /// <summary>What a preparation does when the disk has no room for dropping the table either.</summary>
    [Fact]
    public void Renew_ServerWithData_StartsWithoutIt()
    {
        using var server = PrivateServer.Start(MariaDbServers.Plan(_folder.FullName), static _ => { }, CancellationToken.None);
        int process = server.Processes.ShouldHaveSingleItem();
        Execute(server, "CREATE DATABASE dbingest");

        server.Renew(forget: null, CancellationToken.None);

        server.Processes.ShouldHaveSingleItem().ShouldNotBe(process);
        Execute(server, "CREATE DATABASE dbingest");
    }

    public void Dispose() => _folder.Delete(recursive: true);

    /// <summary>Gives a file a second name, so that its room stays taken when it is deleted.</summary>
    private static void Link(string file)
    {
        using var process = Process.Start("ln", [file, file + ".kept"]);
        process.WaitForExit();
        process.ExitCode.ShouldBe(0);
    }

    private static void Execute(PrivateServer server, string sql)
    {
        using var connection = MySqlConnection.Open(new() { Server = server.Address.Server, User = "root" });
        connection.Execute(sql);
    }
}
