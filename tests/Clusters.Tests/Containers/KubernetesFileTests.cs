using System.ComponentModel;
using System.Diagnostics;
using DbIngest.Clusters.Files;
using DbIngest.Clusters.Kubernetes;
using DbIngest.Clusters.Manifests;
using DbIngest.Targets.Catalogue;
using DbIngest.Targets.Deploying;

namespace DbIngest.Clusters.Tests.Containers;

public class KubernetesFileTests
{
    public static TheoryData<string> Examples { get; } =
        [.. Repository.Examples.Select(example => Path.GetFileNameWithoutExtension(example))
            .Where(name => Read(name).Provider == "kubernetes")];

    [Theory]
    [MemberData(nameof(Examples))]
    public void Manifest_OfAnExample_IsLocked(string name) =>
        Repository.ShouldBeLocked(Path.Combine(Repository.Root, "tests", "Clusters.Tests", "Data", name + ".kubernetes.yaml"),
            KubernetesFile.Write(Read(name)));

    [Fact]
    public void Manifest_OfEveryDatabase_PinsItsImageClaimsItsVolumeAndHoldsNoPassword()
    {
        foreach (var recipe in DeploymentCatalog.Containers)
        {
            string text = KubernetesFile.Write(
                Parse(ContainerTexts.Of(recipe, "kubernetes", "operator: none\nstorage: 5G\nmemory: 1G\ncpus: 0.5\n")));
            text.ShouldMatch("image: .*1\\.2\\.3\n");
            text.ShouldContain("storage: 5Gi");
            text.ShouldContain("memory: 1024Mi");
            text.ShouldContain("startupProbe:");
            text.ShouldContain("readinessProbe:");

            // Couchbase's image begins as root; its operator is the way for restricted namespaces.
            foreach (string demanded in (string[])["runAsNonRoot: true", "allowPrivilegeEscalation: false", "- ALL",
                "type: RuntimeDefault"])
            {
                text.Contains(demanded, StringComparison.Ordinal).ShouldBe(recipe.Database != "couchbase", recipe.Database);
            }

            text.Contains("secretKeyRef:", StringComparison.Ordinal)
                .ShouldBe(ContainerTexts.HandsThePasswordOn(recipe), recipe.Database);
            text.ShouldNotContain("MY_PASSWORD");
        }
    }

    [Fact]
    public void Manifest_OfEveryDatabaseThatEncrypts_RefersToASecretWithItsFiles()
    {
        foreach (var recipe in DeploymentCatalog.Containers.Where(recipe => recipe.TakesTls))
        {
            var deployment = Parse(ContainerTexts.Encrypted(recipe, "kubernetes"));
            string text = KubernetesFile.Write(deployment);
            text.ShouldContain("secretName: dbingest-some-tls");
            text.ShouldContain("mountPath: /tls");
            text.ShouldNotContain("own/");
            string secret = KubernetesFile.TlsSecret(deployment, [("node.key", "-----BEGIN A KEY\n")]);
            secret.ShouldContain("name: dbingest-some-tls");
            secret.ShouldContain("app.kubernetes.io/instance: dbingest-some", Case.Sensitive,
                "what removes it finds it by its label");
            secret.ShouldContain("node.key:");
        }
    }

    /// <summary>Each thing that is found by its name, and the volumes; an id that looks like a number stays a text.</summary>
    [Fact]
    public void Manifest_WithAnId_LabelsEachThing()
    {
        const string label = $"dbingest.deployment: '{ContainerTexts.Id}'";
        var deployment = Read("postgres-kubernetes");
        string text = KubernetesFile.Write(deployment, id: ContainerTexts.Id).Replace('"', '\'');
        string[] things = text.Split("---\n");
        things.Length.ShouldBe(2);
        things.ShouldAllBe(thing => thing.Contains("\n    " + label, StringComparison.Ordinal));
        things[1].ShouldMatch($"volumeClaimTemplates:(.|\n)*{label}");
        KubernetesFile.Secret(deployment, "1234", ContainerTexts.Id).Replace('"', '\'').ShouldContain(label);
        KubernetesFile.TlsSecret(deployment, [], ContainerTexts.Id).Replace('"', '\'').ShouldContain(label);
        KubernetesFile.Write(Read("mongodb-kubernetes"), id: ContainerTexts.Id).Replace('"', '\'').ShouldContain(label);
    }

    /// <summary>kubectl reads YAML 1.1, and a manifest whose variable is a truth or a number is refused.</summary>
    [Theory]
    [InlineData("1_000")]
    [InlineData("0x1_F")]
    [InlineData("0o17")]
    [InlineData("1e5")]
    [InlineData("12:30:45")]
    [InlineData("Off")]
    [InlineData("null")]
    public void Secret_TextsThatYaml11ReadsOtherwise_AreQuoted(string password)
    {
        var deployment = Parse("database: postgres\nprovider: kubernetes\nversion: 15.14\n"
            + "credentials: {user: 'on', password_env: MY_PASSWORD}\n");

        string secret = KubernetesFile.Secret(deployment, password).Replace('"', '\'');

        secret.ShouldContain("username: 'on'\n");
        secret.ShouldContain($"password: '{password}'\n");
    }

    [Fact]
    public void Manifest_OfSqlServer_HasItsAcceptanceAsAText() =>
        KubernetesFile.Write(Parse(
            ContainerTexts.Of(DeploymentCatalog.Container("sqlserver")!, "kubernetes", "operator: none\n"))).Replace('"', '\'').ShouldMatch("name: ACCEPT_EULA\n +value: 'Y'\n");

    [Fact]
    public void Manifest_Stopped_RunsNoPod()
    {
        KubernetesFile.Write(Read("postgres-kubernetes"), isStopped: true).ShouldContain("replicas: 0");
        KubernetesFile.Write(Read("cassandra-kubernetes"), isStopped: true).ShouldContain("stopped: true");
        KubernetesFile.Write(Read("couchbase-kubernetes"), isStopped: true).ShouldContain("hibernate: true");
    }

    /// <summary>
    /// Without a cluster, the real tool reads what it has types for: a wrong name of a field's type, or a wrong value, is
    /// refused.
    /// </summary>
    [Fact]
    [Needs("kubectl")]
    public void Manifest_OfEveryExample_IsTakenByTheRealTool()
    {
        foreach (var deployment in Repository.Examples.Select(DeploymentFile.Read)
            .Where(deployment => deployment.Provider == "kubernetes" && deployment.Operator == KubernetesNames.NoOperator))
        {
            string[] things = KubernetesFile.Write(deployment, id: ContainerTexts.Id).Split("---\n");
            Kubectl(["annotate", "--local", "-f", "-", "seen=true", "-o", "name"], things[0])
                .ShouldBe((0, $"service/dbingest-{deployment.Name}\n"));
            var (code, said) = Kubectl(["set", "env", "--local", "-f", "-", "SEEN=true", "-o", "json"], things[1]);
            code.ShouldBe(0, $"{deployment.Name}: {said}");
            said.ShouldContain("volumeClaimTemplates");
            Kubectl(["set", "env", "--local", "-f", "-", "SEEN=true", "-o", "json"], things[1]
                .Replace("periodSeconds: 5", "periodSeconds: often", StringComparison.Ordinal))
                .Code.ShouldNotBe(0, "the tool looks at it");
        }
    }

    [Theory]
    [InlineData("database: postgres\nprovider: kubernetes", ":1: version: an image is pinned to it")]
    [InlineData("database: postgres\nprovider: kubernetes\nversion: 15.14\noperator: k8ssandra",
        ":4: operator: k8ssandra runs cassandra, and not postgres")]
    [InlineData("database: couchbase\nprovider: kubernetes\nversion: 7.6.2\noperator: none",
        "a server has an administrator; write credentials")]
    [InlineData("database: sqlserver\nprovider: compose\nversion: 2022",
        ":3: version: the tags of SQL Server's image are not its versions")]
    [InlineData("database: sqlserver\nprovider: compose\nimage: some/image:1\ncredentials: {user: sa, password_env: A}",
        "the image starts for those who accept the vendor's licence")]
    [InlineData("database: couchbase\nprovider: compose\nversion: 7.6.2", "a server has an administrator")]
    [InlineData("database: cockroach\nprovider: compose\nversion: 24.1.10\ncredentials: {user: a, password_env: A}",
        ":4: credentials: nodes without certificates ask for no password; write tls too")]
    [InlineData("database: cockroach\nprovider: compose\nversion: 24.1.10\ntls: {authority: a, certificate: b, key: c}",
        ":4: tls: cockroach authenticates its administrator by a certificate; write client_certificate and client_key too")]
    [InlineData("database: cockroach\nprovider: kubernetes\nversion: 24.1.10\ncredentials: {user: Root, password_env: "
        + "A}\ntls: {authority: a, certificate: b, key: c, client_certificate: d, client_key: e}", ":4: credentials: the user "
        + "root comes with a certificate")]
    [InlineData("database: cassandra\nprovider: kubernetes\nversion: 5.0.6\noperator: none\ncredentials: {user: a, "
        + "password_env: A}", ":5: credentials: in Kubernetes the operator makes the user")]
    [InlineData("database: cassandra\nprovider: kubernetes\nversion: 5.0.6\ntls: {authority: a, certificate: b, key: c}",
        ":4: tls: a deployed cassandra does not encrypt")]
    [InlineData("database: mongodb\nprovider: compose\nversion: 8.0.13\ntls: {authority: a, certificate: b, key: c}",
        ":4: tls: a deployed mongodb does not encrypt")]
    [InlineData("database: mongodb\nprovider: kubernetes\nversion: 8.0.13", "operator: mongodb creates no server without a user")]
    [InlineData("database: cassandra\nprovider: kubernetes\nimage: some/cassandra:5.0", "version: the operator requires it")]
    [InlineData("database: postgres\nprovider: local\nstorage: 5G",
        ":3: storage: provider local does not support it; leave it out, or use provider kubernetes")]
    [InlineData("database: postgres\nprovider: kubernetes\nversion: 15.14\nport: 5432",
        ":4: port: provider kubernetes does not support it")]
    [InlineData("database: postgres\nprovider: kubernetes\nversion: 15.14\nnamespace: Not/Good",
        ":4: namespace: 'Not/Good' is not lower-case letters")]
    public void Parse_WrongFile_IsRefusedWithTheRemedy(string text, string said) =>
        Should.Throw<DeploymentException>(() => Parse(text)).Message.ShouldContain(said);

    [Fact]
    public void Pod_ThatCannotStart_IsHopelessAndSaysWhy()
    {
        var pod = KubernetesPod.Parse(
            """{"status":{"phase":"Pending","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[{"name":"server","image":"postgres:15.14","state":{"waiting":{"reason":"ImagePullBackOff","message":"no such image"}}}]}}""", "server");
        pod.ShouldBe(new KubernetesPod("Pending", false, "postgres:15.14", "ImagePullBackOff: no such image", true));
        pod.Tag.ShouldBe("15.14");
        KubernetesPod.Parse(
            """{"status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False","message":"0/3 nodes are available"}]}}""", "server")
            .ShouldBe(new KubernetesPod("Pending", false, null, "0/3 nodes are available", false));
    }

    private static Deployment Read(string name) =>
        DeploymentFile.Read(Path.Combine(Repository.Clusters, "examples", name + ".yaml"));

    private static Deployment Parse(string text) => DeploymentFile.Parse("some.yaml", text);

    private static (int Code, string Said) Kubectl(IReadOnlyList<string> arguments, string input = "")
    {
        try
        {
            using var process = Process.Start(
                new ProcessStartInfo("kubectl", arguments)
                {
                    RedirectStandardInput = true,
                    RedirectStandardOutput = true,
                    RedirectStandardError = true,
                    UseShellExecute = false
                })!;
            process.StandardInput.Write(input);
            process.StandardInput.Close();
            string said = process.StandardOutput.ReadToEnd() + process.StandardError.ReadToEnd();
            process.WaitForExit();
            return (process.ExitCode, said);
        }
        catch (Win32Exception exception)
        {
            return (-1, exception.Message);
        }
    }

    [Fact]
    public void Failure_OfKubectl_IsSaidOnce()
    {
        const string log =
            "E1123 22:00:01.123456    4711 memcache.go:265] \"Unhandled Error\" err=\"couldn't get current server API group "
            + "list\"\n";
        const string said = "The connection to the server localhost:8080 was refused - did you specify the right host or port?";

        KubernetesProvider.WithoutLog(log + log + log + said + "\n").ShouldBe(said);

        // Where the log is all there is, it is kept.
        KubernetesProvider.WithoutLog(log).ShouldBe(log);
    }
}
