using DbIngest.Clusters.Files;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Files;

public class DeploymentFileTests
{
    private const string Path = "clusters/some.yaml";

    [Fact]
    public void Parse_LeastOfAFile_HasEveryDefault()
    {
        var deployment = DeploymentFile.Parse(Path, "database: cassandra\nprovider: local\n");

        deployment.Name.ShouldBe("some");
        deployment.Port.ShouldBe(9042);
        deployment.Nodes.ShouldBe([new DeployedNode("n1", null, "127.0.0.1", "/var/tmp/dbingest-some/n1")]);
        deployment.Limits.ShouldBeNull();
        deployment.User.ShouldBeNull();
    }

    [Fact]
    public void Parse_EveryKey_IsRead()
    {
        var deployment = DeploymentFile.Parse(
            Path,
            """
            name: plant
            database: postgres
            version: "15"
            provider: ssh
            nodes:
              - name: db1
                host: ingest@db1.example
                address: 10.0.0.11
                folder: /data/pg
            port: 5433
            home: /usr/lib/postgresql/15/bin
            supervise: systemd
            memory: 2G
            cpus: 1.5
            launcher: "ssh -p 2222 {host} {command}"
            settings: {shared_buffers: 512M}
            credentials:
              user: ingest
              password_env: PLANT_PASSWORD
            tls: {authority: ca.crt, certificate: db.crt, key: db.key}
            install: {package: postgresql-15}
            """);

        deployment.Nodes.ShouldBe([new DeployedNode("db1", "ingest@db1.example", "10.0.0.11", "/data/pg")]);
        deployment.Port.ShouldBe(5433);
        deployment.Limits!.MemoryBytes.ShouldBe(2L << 30);
        deployment.Limits.Cpus.ShouldBe(1.5);
        deployment.Settings["shared_buffers"].ShouldBe("512M");
        deployment.PasswordVariable.ShouldBe("PLANT_PASSWORD");
        deployment.Tls!.Key
            .ShouldBe(System.IO.Path.GetFullPath("clusters/db.key"), "files are meant as seen from the deployment's");
        deployment.Install!.Package.ShouldBe("postgresql-15");
        deployment.Supervise.ShouldBe("systemd");
        deployment.Launcher.ShouldBe("ssh -p 2222 {host} {command}");
    }

    [Theory]
    [InlineData("database: postgres\nprovider: local\nnode: 2", ":3: node: there is no such key here; did you mean nodes?")]
    [InlineData("provider: local", ":1: database: it is missing; write database:")]
    [InlineData("database: postgres\nprovider: loca", ":2: provider: 'loca' is not one of local, ssh, compose, kubernetes")]
    [InlineData("database: postgers\nprovider: local", ":1: database: 'postgers' cannot be deployed; did you mean postgres?")]
    [InlineData("database: postgres\nprovider: local\nnodes: \"2\"",
        ":3: nodes: '2' is not a whole number from 1 to 200, or a list of")]
    [InlineData("database: postgres\nprovider: local\nnodes: 2", ":3: nodes: postgres is deployed as one node")]
    [InlineData("database: postgres\nprovider: local\nport: 80", ":3: port: '80' is not a whole number from 1024 to 65535")]
    [InlineData("database: postgres\nprovider: local\nport: [1]", ":3: port: it is a list, and must be a whole number")]
    [InlineData("database: postgres\nprovider: local\nmemory: lots", ":3: memory: 'lots' is not a size, as 512M or 2G")]
    [InlineData("database: postgres\nprovider: local\nmemory:\n  at_most: 2G", ":3: memory: it is a mapping, and must be a size")]
    [InlineData("database: postgres\nprovider: local\nlauncher: ssh",
        ":3: launcher: provider local does not support it; leave it out, or use provider ssh")]
    [InlineData("database: postgres\nprovider: local\nhome: |\n  /opt/pg\n", @":3: home: '/opt/pg\n' is not a path")]
    [InlineData("database: postgres\nprovider: ssh", ":1: nodes: provider ssh needs each node's host")]
    [InlineData("database: postgres\nprovider: local\nnodes:\n  - host: alpha", ":4: nodes[1].host: provider local has no hosts")]
    [InlineData("database: cassandra\nprovider: local\nnodes:\n  - name: a\n  - name: a",
        ":5: nodes[2].name: two nodes are called a")]
    [InlineData("database: cassandra\nprovider: local\nnodes:\n  - folder: /data\n  - folder: /data/",
        ":5: nodes[2].folder: /data/ and /data of n1 are one folder, or one is within the other")]
    [InlineData("database: cassandra\nprovider: ssh\nnodes:\n  - {host: a, folder: /data/n1}\n  - {host: a, folder: /data}",
        ":5: nodes[2].folder: /data and /data/n1 of n1 are one folder, or one is within the other")]
    [InlineData("database: cassandra\nprovider: compose\nversion: 5.0.6\nnodes:\n  - folder: /data",
        ":5: nodes[1].folder: provider compose does not support it; leave it out, or use provider local or ssh")]
    [InlineData("database: postgres\nprovider: local\nsettings: {shared_bufers: 1G}",
        ":3: settings: there is no option 'shared_bufers'; did you mean shared_buffers?")]
    [InlineData("database: postgres\nprovider: local\nsettings: {max_connections: 9}",
        ":3: settings: max_connections=9: it is not of: 10 to 10000")]
    [InlineData("database: questdb\nprovider: local\nsettings: {commit_mode: async}",
        ":3: settings: commit_mode=async: it is not of: nosync, sync")]
    [InlineData("database: postgres\nprovider: local\nsettings:\n  max_connections: [1]",
        ":4: settings.max_connections: it has no value, or more than one")]
    [InlineData("database: postgres\nprovider: local\ncredentials:\n  user: me\n  password: secret",
        ":5: credentials.password: there is no such key here")]
    [InlineData("database: clickhouse\nprovider: local\ncredentials: {user: me, password_env: X}",
        ":3: credentials: a deployed clickhouse requires no login")]
    [InlineData("database: cockroach\nprovider: local\ntls: {authority: a, certificate: b, key: c, client_key: d}",
        ":3: tls: cockroach authenticates its administrator by a certificate; write client_certificate and client_key too")]
    [InlineData("database: cassandra\nprovider: local\ntls: {authority: a, certificate: b, key: c, client_certificate: d, "
        + "client_key: e}", ":3: tls: cassandra authenticates no client by a certificate; leave")]
    [InlineData("database: postgres\nprovider: ssh\nnodes: [{host: a}]\nmemory: 1G",
        ":4: memory: on a host only systemd applies it")]
    [InlineData("database: postgres\nprovider: compose", ":1: version: an image is pinned to it")]
    [InlineData("database: postgres\nprovider: compose\nimage: postgres",
        ":3: image: 'postgres' is not an image with a tag or digest")]
    [InlineData("database: couchbase\nprovider: local", ":2: provider: couchbase cannot be deployed by local; it can by compose")]
    [InlineData("database: cassandra\nprovider: compose\nversion: 5.0.6\nsettings: {profile: study1}",
        ":4: settings: there is no option 'profile'")]
    [InlineData("database: cassandra\nprovider: local\nnodes: [{role: data}]",
        ":3: nodes: all nodes of cassandra are equal with provider local; leave role out")]
    [InlineData("database: mongodb\nprovider: kubernetes\nversion: 8.0.13\noperator: none\nnodes: [{role: data}]",
        ":5: nodes: all nodes of mongodb are equal with provider kubernetes; leave role out, or use provider local, ssh or "
        + "compose")]
    [InlineData("database: mongodb\nprovider: local\nnodes: [{role: shard}]",
        ":3: nodes[1].role: 'shard' is not one of data, config, router")]
    [InlineData("database: mongodb\nprovider: local\nnodes: [{role: data}, {}, {role: router}]",
        ":3: nodes: n2 has no role, and others have")]
    [InlineData("database: mongodb\nprovider: local\nnodes: [{role: data}, {role: router}]",
        ":3: nodes: a sharded cluster has nodes of every role")]
    [InlineData("database: mongodb\nprovider: local\nsettings: {replicas: 2}\nnodes: [{role: data}, {role: config}, {role: "
        + "router}]", ":4: nodes: 1 node with role data makes no shards of 2")]
    [InlineData("database: mongodb\nprovider: local\nport: 65534\nnodes: [{role: data}, {role: config}, {role: router}]",
        ":4: nodes: shards and configuration servers take the two ports after port")]
    [InlineData("database: mongodb\nprovider: local\nnodes: 3\nsettings: {replicas: 3}",
        ":3: nodes: the setting replicas is of shards")]
    [InlineData("database: mongodb\nprovider: kubernetes\noperator: none\nversion: 8.0.13\nnodes: 8",
        ":5: nodes: a cluster of mongodb has at most 7 nodes")]
    [InlineData("database: mongodb\nprovider: local\nnodes: 8", ":3: nodes: a replica set has at most 7 members that vote")]
    [InlineData("database: postgres\nprovider: local\nnetwork: 172.31.1.0/24", ":3: network: provider local does not support it")]
    [InlineData("database: postgres\ndatabase: postgres\nprovider: local", "it is not YAML")]
    [InlineData("database: [", "it is not YAML")]
    [InlineData("database: postgres\nprovider: local\nsettings:\n\tport: 5",
        ":4: the line is indented by a tab, which YAML does not allow; use spaces.")]
    [InlineData("database: postgres\nprovider: local\nnodes: 1\n\tport: 5", ":4: the line is indented by a tab")]
    [InlineData("- a", ":1: it must hold one deployment")]
    [InlineData("", ":1: it must hold one deployment")]
    public void Parse_Wrong_NamesFileLineKeyAndRemedy(string text, string said)
    {
        var exception = Should.Throw<DeploymentException>(() => DeploymentFile.Parse(Path, text));
        exception.Messages
            .ShouldContain(message => message.StartsWith(Path, StringComparison.Ordinal)
            && message.Contains(said, StringComparison.Ordinal), exception.Message);
    }

    [Fact]
    public void Parse_NodesInOneFolderOfTwoHosts_AreTaken() => DeploymentFile.Parse(Path,
        "database: cassandra\nprovider: ssh\nhome: /opt\nnodes: [{host: a, folder: /data}, {host: b, folder: /data}]\n")
        .Nodes.Count.ShouldBe(2);

    /// <summary>Names of folders, containers and pods are made of it.</summary>
    [Theory]
    [InlineData("clusters/_plant.yaml", "'-plant'")]
    [InlineData("plant (copy).yaml", "'plant--copy-'")]
    [InlineData("\u6e2c\u5b9a.yaml", "'--'")]
    [InlineData(".yaml", "''")]
    [InlineData("a-plant-with-a-name-of-more-than-forty-letters.yaml", "-letters'")]
    public void Parse_FileNameThatMakesNoName_AsksForOne(string path, string made)
    {
        const string text = "database: cassandra\nprovider: local\n";
        string said = Should.Throw<DeploymentException>(() => DeploymentFile.Parse(path, text)).Message;
        said.ShouldStartWith($"{path}:1: name: the file's name makes '");
        said.ShouldContain($"{made}, which is not lower-case letters");
        DeploymentFile.Parse(path, text + "name: plant\n").Name.ShouldBe("plant");
    }

    [Fact]
    public void Parse_SeveralFaults_AreAllNamed() =>
        Should.Throw<DeploymentException>(() => DeploymentFile.Parse(Path, "database: postgres\nprovider: locl\nport: x\n"))
            .Messages.Count.ShouldBe(2);

    /// <summary>A database that is not known hides nothing else, and its settings are not judged.</summary>
    [Theory]
    [InlineData("database: postgers\nprovider: local\nport: 99999999\nsettings: {shared_bufers: 1G}", "postgers", "99999999")]
    [InlineData("database: postgers\nprovider: local\nnetwork: 172.31.1.0/24\nsettings: {shared_bufers: 1G}", "postgers",
        "network")]
    public void Parse_UnknownDatabaseAndAnotherFault_AreBothNamed(string text, string first, string second)
    {
        var messages = Should.Throw<DeploymentException>(() => DeploymentFile.Parse(Path, text)).Messages;
        messages.Count.ShouldBe(2, string.Join('\n', messages));
        messages[0].ShouldContain(first);
        messages[1].ShouldContain(second);
    }

    /// <summary>What a user writes into the wrong place is not repeated where it may be a password.</summary>
    [Theory]
    [InlineData("password")]
    [InlineData("password_env")]
    public void Parse_PasswordInTheFile_IsNotRepeated(string key) =>
        Should.Throw<DeploymentException>(
            () => DeploymentFile.Parse(Path, $"database: postgres\nprovider: local\ncredentials: {{user: me, {key}: hunter2}}\n"))
            .Message.ShouldNotContain("hunter2");

    [Fact]
    public void Read_EveryExample_IsADeployment()
    {
        var examples = Repository.Examples.ToList();
        examples.Count.ShouldBeGreaterThan(10);
        examples.ForEach(example => DeploymentFile.Read(example).Nodes.ShouldNotBeEmpty(example));
    }

    /// <summary>The help measures these two in pairs, so both run at once.</summary>
    [Fact]
    public void Read_ExamplesThatAreMeasuredInPairs_HaveNoAddressInCommon()
    {
        var pair = Repository.Examples.Where(example => example.EndsWith("cockroach-one.yaml", StringComparison.Ordinal)
            || example.EndsWith("cockroach-four.yaml", StringComparison.Ordinal)).Select(DeploymentFile.Read).ToList();

        pair.Count.ShouldBe(2);
        pair.SelectMany(deployment => deployment.Nodes.Select(node => (node.Address, deployment.Port))).ShouldBeUnique();
    }

    [Fact]
    public void Examples_OfEveryDatabase_AreThere() =>
        Repository.Examples.Select(example => DeploymentFile.Read(example).Database).Distinct().Order(StringComparer.Ordinal)
            .ShouldBe(DatabaseAbilities.Names.Order(StringComparer.Ordinal));

    /// <summary>The empty name is that of a variable of the shell that is not set.</summary>
    [Theory]
    [InlineData("nowhere.yaml")]
    [InlineData("")]
    public void Read_NoFile_SaysWhatToName(string path) =>
        Should.Throw<DeploymentException>(() => DeploymentFile.Read(path)).Message.ShouldContain($"{path}: it cannot be read");
}
