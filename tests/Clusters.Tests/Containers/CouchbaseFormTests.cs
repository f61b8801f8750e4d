using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text;
using DbIngest.Clusters.Files;
using DbIngest.Targets.Catalogue;

namespace DbIngest.Clusters.Tests.Containers;

/// <summary>
/// The words that make Couchbase's servers one cluster, run by a real shell and a real curl against a server that answers as the
/// vendor's pages say.
/// </summary>
public sealed class CouchbaseFormTests : IDisposable
{
    private const string Password = "p\"a\\ss &=";

    private readonly HttpListener _listener;
    private readonly List<string> _asked = [];
    private readonly HashSet<string> _nodes = ["172.31.77.11"];
    private readonly int _port;
    private bool _hasAdministrator;
    private bool _isBalanced = true;
    private int _progressAsked;

    public CouchbaseFormTests()
    {
        (_listener, _port) = LoopbackHttp.Listen();
        new Thread(Serve) { IsBackground = true }.Start();
    }

    public void Dispose() => _listener.Close();

    [Fact]
    public void Form_OfThreeNodes_NamesTheFirstAddsTheOthersAndRebalancesOnce()
    {
        string form = Form(3);

        Run(form).ShouldBe((1, "the nodes are being rebalanced"));
        Run(form).ShouldBe((1, "the nodes are being rebalanced"), "it goes on");
        Run(form).ShouldBe((0, string.Empty));
        Run(form).ShouldBe((0, string.Empty), "done again, it changes nothing");

        _asked.Where(line => !line.StartsWith("GET", StringComparison.Ordinal)).ShouldBe(
        [
            "POST /node/controller/rename hostname=172.31.77.11",
            "POST /pools/default memoryQuota=1024",
            "POST /node/controller/setupServices services=kv",
            "POST /settings/web port=SAME&username=ingest&password="
                + Uri.EscapeDataString(Password).Replace("%20", "+", StringComparison.Ordinal),
            "POST /controller/addNode hostname=172.31.77.12&user=new&password=new&services=kv",
            "POST /controller/addNode hostname=172.31.77.13&user=new&password=new&services=kv",
            "POST /controller/rebalance ejectedNodes=&knownNodes=ns_1%40172.31.77.11%2Cns_1%40172.31.77.12%2Cns_1%40172.31.77.13",
        ]);
    }

    [Fact]
    public void Form_OfOneNode_MakesTheAdministratorOnce()
    {
        Run(Form(1)).ShouldBe((0, string.Empty));
        Run(Form(1)).ShouldBe((0, string.Empty));

        _asked.Count(line => line.StartsWith("POST", StringComparison.Ordinal)).ShouldBe(3, string.Join('\n', _asked));
        _asked.ShouldNotContain(line => line.Contains("rename", StringComparison.Ordinal));
    }

    [Fact]
    public void Form_PasswordThatIsAnother_Fails()
    {
        _hasAdministrator = true;

        Run(Form(3), password: "another").ExitCode.ShouldBe(1);
        _nodes.Count.ShouldBe(1);
    }

    private string Form(int nodes) => DeploymentCatalog.Container("couchbase")!.Form(DeploymentFile.Parse(
        "some.yaml", $"database: couchbase\nprovider: compose\nversion: 7.6.2\nnodes: {nodes}\ncredentials: {{user: ingest, password_env: X}}\nsettings: {{memory_quota: 1G}}\n"))
        !.Replace(":8091", string.Create(CultureInfo.InvariantCulture, $":{_port}"), StringComparison.Ordinal);

    private static (int ExitCode, string Error) Run(string form, string password = Password)
    {
        var start = new ProcessStartInfo("/bin/sh", ["-c", form])
        {
            UseShellExecute = false,
            RedirectStandardError = true,
            Environment = { ["DBINGEST_USER"] = "ingest", ["DBINGEST_PASSWORD"] = password }
        };
        using var shell = Process.Start(start)!;
        string error = shell.StandardError.ReadToEnd();
        shell.WaitForExit();
        return (shell.ExitCode, error.Trim());
    }

    private void Serve()
    {
        while (_listener.IsListening)
        {
            try
            {
                var context = _listener.GetContext();
                using var reader = new StreamReader(context.Request.InputStream);
                string body = reader.ReadToEnd();
                _asked.Add($"{context.Request.HttpMethod} {context.Request.Url!.AbsolutePath} {body}".TrimEnd());
                var (status, answer) = Answer(context.Request.HttpMethod, context.Request.Url.AbsolutePath, body,
                    context.Request.Headers["Authorization"]);
                context.Response.StatusCode = status;
                context.Response.OutputStream.Write(Encoding.UTF8.GetBytes(answer));
                context.Response.Close();
            }
            catch (Exception exception) when (exception is HttpListenerException or ObjectDisposedException)
            {
                return;
            }
        }
    }

    private (int Status, string Answer) Answer(string method, string path, string body, string? authorization)
    {
        if (!_hasAdministrator)
        {
            _hasAdministrator = path == "/settings/web";
            return method == "POST" ? (200, "{}") : (404, "\"unknown pool\"");
        }

        if (authorization != "Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes($"ingest:{Password}")))
        {
            return (401, string.Empty);
        }

        switch (path)
        {
            case "/controller/addNode":
                _nodes.Add(body.Split('&')[0]["hostname=".Length..]);
                _isBalanced = false;
                return (200, "{\"otpNode\":\"ns_1@\"}");
            case "/controller/rebalance":
                _isBalanced = true;
                _progressAsked = 0;
                return (200, string.Empty);
            case "/pools/default/rebalanceProgress":
                return (200, _isBalanced && _nodes.Count > 1 && _progressAsked++ == 0 ? "{\"status\": \"running\"}"
                    : "{\"status\": \"none\"}");
            default:
                return (200, $$"""{"nodes": [{{string.Join(',', _nodes.Select((node, i) => $$"""{"otpNode": "ns_1@{{node}}", "clusterMembership": "{{(i == 0 || _isBalanced ? "active" : "inactiveAdded")}}"}"""))}}]}""");
        }
    }
}
