using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace DbIngest.Bench.Http;

/// <summary>Kestrel, which reads each body to its end and answers with two bytes: no service and no store behind it.</summary>
internal static class NullServer
{
    /// <summary>The argument that makes this program the server.</summary>
    public const string Word = "null-server";

    /// <summary>Serves until standard input ends, and prints its address.</summary>
    public static async Task ServeAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
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
