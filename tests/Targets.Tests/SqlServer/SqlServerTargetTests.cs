using System.Security.Cryptography.X509Certificates;
using System.Text.Json;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.SqlServer;
using DbIngest.Tds.Endpoint;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Targets.Tests.SqlServer;

public sealed class SqlServerTargetTests
{
    private static readonly PatternWorkload Workload = new(3);
    private static readonly TrialTable Table = new(Workload.Schema, 1, 100);

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Open_WrongPassword_IsUnreachableWithTheRemedyAndNamesNoSecret(string client)
    {
        using var endpoint = SqlServerFixture.Start();

        var thrown = Should.Throw<TargetException>(() => Open(endpoint, client, password: "not-the-right-one"));

        thrown.IsUnreachable.ShouldBeTrue();
        thrown.Message.ShouldContain("18456");
        thrown.Message.ShouldContain("DBINGEST_SQLSERVER_PASSWORD");
        thrown.ToString().ShouldNotContain("not-the-right-one");
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Open_PasswordMustBeChanged_SaysSo(string client)
    {
        using var endpoint = SqlServerFixture.Start(o => o with { Expired = new HashSet<string> { "sa" } });

        Should.Throw<TargetException>(() => Open(endpoint, client)).Message.ShouldContain("ALTER LOGIN");
    }

    /// <summary>The count of a statement tells an update from a conflict, and a server's 'user options' may hide it.</summary>
    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void UpdateIf_ServerHidesCounts_TellsTheConflict(string client)
    {
        using var endpoint = SqlServerFixture.Start(o => o with { HidesCounts = true });
        using var target = Open(endpoint, client);
        var table = Table with { IsKeyed = true };
        target.Prepare(table);
        Trial.WriteAll(target, Workload, table, batch: 100);
        using var writer = target.OpenWriter(0);
        var operations = (IConditionalUpdates)writer;
        var record = Trial.Batch(Workload, 0, 5, 1);
        uint quality = record.Qualities[0];

        operations.UpdateIf(record, quality + 1).ShouldBeFalse();
        operations.UpdateIf(record, quality).ShouldBeTrue();
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Prepare_NoRightToCreate_SaysWhatToGrant(string client)
    {
        using var endpoint = SqlServerFixture.Start(o => o with { MayCreate = false });
        using var target = Open(endpoint, client);

        var thrown = Should.Throw<TargetException>(() => target.Prepare(Table));

        thrown.Message.ShouldContain("262");
        thrown.Message.ShouldContain("database=NAME");
        thrown.IsUnreachable.ShouldBeFalse();
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Database_OfOurOwn_IsMadeAsAskedForAndDropped(string client)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client,
            "&recovery=bulk_logged&database=own-1") with
            { Durability = "delayed" });
        target.Prepare(Table);
        endpoint.Catalog.Settings("own-1")
            .ShouldBeEquivalentTo(
            new Tds.Endpoint.Storage.DatabaseSettings
            {
                Recovery = "BULK_LOGGED",
                Durability = "FORCED",
                IsMarked = true,
                Files = { "own-1", "own-1_log" }
            });
        Trial.WriteAll(target, Workload, Table, 10);

        // As after a run that was killed: another makes it anew.
        using var next = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client, "&database=own-1"));
        next.Prepare(Table);
        endpoint.Catalog.Table("own-1", "dbingest_records").Count.ShouldBe(0);
        endpoint.Catalog.Settings("own-1").Durability.ShouldBe("DISABLED");
        next.Clean();
        next.Clean();
        endpoint.Catalog.Has("own-1").ShouldBeFalse();
    }

    /// <summary>
    /// A run that is killed while it creates the database leaves one without its name, and no next run takes that for the user's.
    /// </summary>
    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Prepare_AfterARunKilledWhileItCreated_BeginsAnew(string client)
    {
        bool isKilled = false;
        RowSet? Kill(string sql)
        {
            if (isKilled || !sql.Contains("sp_addextendedproperty", StringComparison.Ordinal))
            {
                return null;
            }

            isKilled = true;
            throw new ServerErrorException(596, "Cannot continue the execution because the session is in the kill state.");
        }

        using var endpoint = SqlServerFixture.Start(options => options with { Answers = [Kill] });
        using (var killed = Open(endpoint, client))
        {
            Should.Throw<TargetException>(() => killed.Prepare(Table));
        }

        endpoint.Catalog.Has("dbingest").ShouldBeFalse();
        endpoint.Catalog.Databases.Count().ShouldBe(4, "master, model, tempdb and what was begun");

        using var next = new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client) with { Durability = "delayed" });
        next.Prepare(Table);
        endpoint.Catalog.Settings("dbingest").IsMarked.ShouldBeTrue();
        next.Clean();
        endpoint.Catalog.Databases.ShouldBe(["master", "model", "tempdb"], ignoreOrder: true);
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Database_ThatWasThere_KeepsItsSettingsAndItsTables(string client)
    {
        using var endpoint = SqlServerFixture.Start();
        endpoint.Catalog.Create("theirs");
        endpoint.Catalog.Add("theirs", new Tds.Endpoint.Storage.Table("kept", []));
        using var target = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client, "&database=theirs"));
        target.Prepare(Table);
        Trial.WriteAll(target, Workload, Table, 10);
        target.Describe().Settings["database.recovery"].ShouldBe("FULL");
        target.Describe().Settings["database.file.2"].ShouldBe("LOG /data/theirs_log.ldf, 512 MB, grows by 128 MB");

        // The files grow with the trials, which must not keep a sweep from being resumed.
        target.Describe().ChangingSettings.ShouldBe(["database.file.1", "database.file.2"]);
        target.Clean();

        endpoint.Catalog.Find("theirs", "kept").ShouldNotBeNull();
        endpoint.Catalog.Find("theirs", "dbingest_records").ShouldBeNull();
        endpoint.Catalog.Settings("theirs").IsMarked.ShouldBeFalse();
        Should.Throw<TargetException>(() => new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client, "&database=theirs") with { Durability = "delayed" }))
            .Message.ShouldContain("SET DELAYED_DURABILITY = FORCED");
        Should.Throw<TargetException>(() => new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client, "&database=theirs&recovery=simple"))).Message
            .ShouldContain("recovery");
    }

    [Theory]
    [CombinatorialClients("store=heap&compression=page")]
    [CombinatorialClients("store=clustered&compression=row&lock=table")]
    [CombinatorialClients("store=columnstore&packet=32767")]
    [CombinatorialClients("store=memory&packet=512")]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Store_EachOfThem_TakesAndGivesBackRecords(string client, string options)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client, "&" + options));
        target.Prepare(Table);
        endpoint.Catalog.Settings("dbingest").ElevatesToSnapshot
            .ShouldBe(options.StartsWith("store=memory", StringComparison.Ordinal), "an explicit transaction needs it");
        Trial.WriteAll(target, Workload, Table, 10);

        Trial.Audit(target, Workload, Table).Findings.ShouldBeEmpty();
        target.MeasureSpace().StoredBytes.ShouldBeGreaterThan(100 * (24 + 24));
        target.Describe().Settings["table.store"].ShouldBe(options.Split('=', '&')[1]);
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Describe_Server_TellsWhatItIsSetTo(string client)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = Open(endpoint, client);
        var before = target.Describe();
        target.Prepare(Table);

        var description = target.Describe();

        // A sweep is resumed when it is described as before, also when a killed run has left its database.
        description.Settings.ShouldBe(before.Settings);
        description.ServerVersion.ShouldBe("Microsoft SQL Server 16.0.4155.4 RTM, Endpoint of tests");
        description.Settings["server.max server memory (MB)"].ShouldBe("2048");
        description.Settings["server.trace_flags"].ShouldBe("3226");
        description.Settings["database.recovery"].ShouldBe("SIMPLE");
        description.Settings["database.files"].ShouldContain("data 1024 MB, log 512 MB");
        description.Settings["database.compatibility_level"].ShouldBe("160");
        description.Settings["database.accelerated_recovery"].ShouldBe("off");
        description.Settings["client.encrypt"].ShouldBe("false");
        JsonSerializer.Serialize(description).ShouldNotContain("S3cret");
        target.AttachEndpoint.ShouldNotContain("S3cret");
        Should.Throw<TargetException>(() => new SqlServerDefinition()
            .Open(SqlServerFixture.Options(endpoint, client, "&server_memory=4G"))).Message.ShouldContain("sp_configure");
        new SqlServerDefinition().Open(SqlServerFixture.Options(endpoint, client, "&server_memory=2G")).Dispose();
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Describe_ViewsRefused_NamesThemAndTellsTheRest(string client)
    {
        using var endpoint = SqlServerFixture.Start(o => o with
        {
            Answers =
            [
                sql => sql.Contains("dm_os_sys_info", StringComparison.Ordinal)
                    || sql.Contains("sys.configurations", StringComparison.Ordinal)
                    ? throw new ServerErrorException(300, "VIEW SERVER STATE permission was denied.", 14) : null,
            ],
        });
        using var target = Open(endpoint, client);

        var settings = target.Describe().Settings;

        settings["not told: host"].ShouldStartWith("300 VIEW SERVER STATE permission was denied.");
        settings["not told: configuration"].ShouldStartWith("300 ");
        settings["server.trace_flags"].ShouldBe("3226");
        target.Prepare(Table);
        target.OpenReaders().ShouldHaveSingleItem().IsMeasured.ShouldBeFalse();
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Readers_Server_CountsForItself(string client)
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = Open(endpoint, client);
        target.Prepare(Table);
        var reader = target.OpenReaders().ShouldHaveSingleItem();
        Trial.WriteAll(target, Workload, Table, 10);

        var reading = reader.Read().ShouldNotBeNull();

        reader.Cores.ShouldBe(Environment.ProcessorCount);
        reading.RssBytes.ShouldBeGreaterThan(1 << 20);
        reading.WrittenBytes.ShouldNotBeNull().ShouldBeGreaterThan(0);
        endpoint.CutAll();
        reader.Read().ShouldBeNull();
        reader.Read().ShouldNotBeNull();
    }

    [Theory]
    [CombinatorialClients]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public async Task Settle_Cancelled_EndsSoon(string client)
    {
        using var endpoint = SqlServerFixture.Start(o => o with { CheckpointS = 60 });
        using var target = Open(endpoint, client);
        using var cancellation = new CancellationTokenSource();
        endpoint.Catalog.Create("dbingest");
        cancellation.CancelAfter(TimeSpan.FromSeconds(1));

        var work = Task.Run(() => Should.Throw<OperationCanceledException>(() => target.Settle(cancellation.Token)));

        (await Task.WhenAny(work, Task.Delay(TimeSpan.FromSeconds(20)))).ShouldBe(work);
        await work;
    }

    [Theory]
    [InlineData("wire", TlsMode.Optional, "encrypt=true&ca=CA", true)]
    [InlineData("wire", TlsMode.Strict, "encrypt=strict&ca=CA", true)]
    [InlineData("wire", TlsMode.Required, "encrypt=false", true)]
    [InlineData("wire", TlsMode.Optional, "encrypt=true", false)]
    [InlineData("wire", TlsMode.Optional, "encrypt=true&trust=true", true)]
    [InlineData("driver", TlsMode.Optional, "encrypt=true", false)]
    [InlineData("driver", TlsMode.Optional, "encrypt=true&trust=true", true)]
    [InlineData("driver", TlsMode.Required, "encrypt=false&trust=true", true)]
    [InlineData("driver", TlsMode.Strict, "encrypt=strict", false)]
    [Needs("icu", Where = "client", Is = WriteClient.Driver)]
    public void Open_Encrypted_IsLetInOrSaysWhatToDo(string client, TlsMode mode, string options, bool isLetIn)
    {
        string folder = Directory.CreateTempSubdirectory("dbingest-tls-").FullName;
        string path = TestCertificate.Make(Path.Combine(folder, "server"), "localhost", issuer: null);
        using var pem = X509Certificate2.CreateFromPemFile(path + ".crt", path + ".key");
        using var certificate = X509CertificateLoader.LoadPkcs12(pem.Export(X509ContentType.Pfx), null);
        using var endpoint = SqlServerFixture.Start(o => o with { Tls = mode, Certificate = certificate });
        var at = SqlServerFixture.Options(endpoint, client) with
        {
            Endpoint = FormattableString.Invariant(
                $"localhost,{endpoint.Port}?{options.Replace("CA", path + ".crt", StringComparison.Ordinal)}"),
        };

        if (isLetIn)
        {
            using var target = new SqlServerDefinition().Open(at);
            target.Prepare(Table);
            Trial.WriteAll(target, Workload, Table, 10);
            Trial.Audit(target, Workload, Table).Findings.ShouldBeEmpty();
            target.Describe().Settings["client.encrypt"].Contains("any certificate", StringComparison.Ordinal)
                .ShouldBe(options.Contains("trust", StringComparison.Ordinal));
        }
        else
        {
            Should.Throw<TargetException>(() => new SqlServerDefinition().Open(at)).Message.ShouldContain("SSL_CERT_FILE");
        }

        Directory.Delete(folder, recursive: true);
    }

    /// <summary>A server that starts again counts the bytes of its log from 0. Here they fall with the rows.</summary>
    [Fact]
    public void MeasureSpace_LogIsCountedAnew_IsNotNegative()
    {
        using var endpoint = SqlServerFixture.Start();
        using var target = Open(endpoint, WriteClient.Wire);
        var table = Table with { IsKeyed = true };
        target.Prepare(table);
        Trial.WriteAll(target, Workload, table, batch: 100);
        target.Attach(table);
        using (var writer = target.OpenWriter(0))
        {
            ((IConditionalUpdates)writer).Delete(0, 5);
        }

        target.MeasureSpace().LogBytes.ShouldBe(0);
    }

    private static ITarget Open(TdsEndpoint endpoint, string client, string? password = null)
    {
        var options = SqlServerFixture.Options(endpoint, client);
        return new SqlServerDefinition().Open(password is null ? options : options with { Password = new Secret(password) });
    }
}
