using System.Globalization;
using System.Net;
using DbIngest.Mongo.Endpoint;
using DbIngest.Wire;
using DbIngest.Wire.Mongo;

// A stand-in for mongod and mongos where servers are started from their command lines: NAME OPTIONS, as much of the options as is
// needed for that.
string[] known =
[
    "--dbpath", "--port", "--bind_ip", "--replSet", "--wiredTigerCacheSizeGB", "--configdb", "--logpath",
    "--wiredTigerCollectionBlockCompressor", "--wiredTigerJournalCompressor", "--wiredTigerIndexPrefixCompression",
];
string[] flags = ["--nounixsocket", "--shardsvr", "--configsvr"];
var options = new Dictionary<string, string>(StringComparer.Ordinal);
for (int i = 1; i < args.Length; i++)
{
    if (known.Contains(args[i]))
    {
        options[args[i]] = args[++i];
    }
    else if (!flags.Contains(args[i]))
    {
        Console.Error.WriteLine($"Error parsing command line: unrecognised option '{args[i]}'");
        return 2;
    }
}

int port = int.Parse(options["--port"], CultureInfo.InvariantCulture);
if (args[0] == "mongos")
{
    string[] configuration = options["--configdb"].Split('/');
    while (!IsPrimary(configuration[0], IPEndPoint.Parse(configuration[1])))
    {
        Thread.Sleep(50);
    }

    using var router = Deployment.Router(port, options["--bind_ip"]);
    Thread.Sleep(Timeout.Infinite);
}

File.WriteAllText(Path.Combine(options["--dbpath"], "mongod.lock"), string.Empty);
using var server = Deployment.Uninitiated(port, options["--replSet"], options["--bind_ip"]);
Thread.Sleep(Timeout.Infinite);
return 0;

static bool IsPrimary(string set, EndPoint server)
{
    try
    {
        using var connection = MongoConnection.Open(server, new MongoConnectionOptions());
        return connection.Hello.IsWritable && connection.Hello.SetName == set;
    }
    catch (WireException)
    {
        return false;
    }
}
