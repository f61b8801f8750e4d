using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace DbIngest.Bench.Http;

/// <summary>
/// A Kestrel server that reads each body to its end and answers with two bytes. This bench starts itself again as this server
/// when its address is <c>null</c>, so that generators are compared without a service behind.
/// </summary>
internal static class NullServer
{
    /// <summary>The argument that makes this program the server.</summary>
    public const string Word = "null-server";

    /// <summary>Serves until standard input ends, and prints its address.</summary>
    /// <param name="isHttp2">True to speak HTTP/2 alone.</param>
    public static async Task ServeAsync(bool isHttp2)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(server => server.ConfigureEndpointDefaults(
            listen => listen.Protocols = isHttp2 ? HttpProtocols.Http2 : HttpProtocols.Http1));
        await using var app = builder.Build();
        app.Urls.Add("http://127.0.0.1:0");
        app.Run(async context =>
        {
            await context.Request.Body.CopyToAsync(Stream.Null);
            context.Response.ContentLength = 2;
            await context.Response.WriteAsync("{}");
        });
        await app.StartAsync();
        Console.WriteLine(app.Urls.Single());
        await Console.In.ReadToEndAsync();
        await app.StopAsync();
    }
}
